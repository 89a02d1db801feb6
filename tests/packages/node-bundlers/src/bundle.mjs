// Bundles with webpack and Vite in their default configurations.
import { build } from 'vite';
import webpack from 'webpack';

const configurations = ['cjs', 'mjs'].map((end) => ({
  mode: 'production',
  target: 'node',
  entry: `./main.${end}`,
  output: { path: `${import.meta.dirname}/built`, filename: `webpack-${end}.cjs` },
}));
webpack(configurations, (error, stats) => {
  if (error) throw error;
  console.log(stats.toString());
  if (stats.hasErrors()) process.exitCode = 1;
});
await build({
  ssr: { noExternal: true },
  build: { ssr: 'main.mjs', outDir: 'built/vite', rolldownOptions: { output: { entryFileNames: '[name].mjs' } } },
  logLevel: 'warn',
});
