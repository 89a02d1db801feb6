export default { ssr: { noExternal: true }, build: { ssr: 'main.mjs', outDir: 'built/vite' } };
