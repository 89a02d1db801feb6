// The manifests and READMEs of the packages with binaries, and of the package for leases.
import { manifest } from './folders.mjs';
import { LEASE, LEASE_FOLDER, binaryOf, dependenciesOn, folderOf, platforms } from './platforms.mjs';

export const LICENCES = ['LICENSE-APACHE', 'LICENSE-MIT'];

/** A manifest with the main one's metadata, and a README. */
function filesOf(folder, about, sentence, rest) {
  const { name: main, version, description, homepage, bugs, license, author, repository, engines } = manifest();
  const name = `${main}-${folder}`;
  const common = { homepage, bugs, license, author, repository, engines };
  const json = { name, version, description: about, ...common, ...rest };
  return {
    'package.json': `${JSON.stringify(json, undefined, 2)}\n`,
    'README.md': `# ${name}\n\n${description}.\n\n${sentence}\n`,
  };
}

/** The files of a part's package for a platform, without the binary. */
export function platformFiles(part, platform) {
  const { binary } = part;
  const { target, os, cpu, libc } = platform;
  const file = binaryOf(part, platform);
  const about = `The binary of ${binary} for ${target}`;
  const sentence = `This is the binary of \`${binary}\` for \`${target}\`; install \`${binary}\`, which finds it.`;
  const systems = { os: [os], cpu: [cpu], ...(libc === undefined ? {} : { libc: [libc] }) };
  const rest = { ...systems, main: file, files: [file, ...LICENCES] };
  return filesOf(folderOf(part, platform), about, sentence, rest);
}

/** The files of the package for leases, which depends on those with binaries. */
export function leaseFiles() {
  const { name } = manifest();
  const about = `The native part of ${name}/lease`;
  const sentence = `This is the native part of \`${name}/lease\`; install it with \`${name}\`, in the same version.`;
  const files = ['index.cjs', ...LICENCES];
  const optionalDependencies = dependenciesOn(LEASE);
  // One line for each platform: tools that collect a program's files cannot follow computed names.
  const loaders = platforms.map((one) => `  '${one.name}': () => require('${LEASE.binary}-${one.name}'),\n`);
  return {
    ...filesOf(LEASE_FOLDER, about, sentence, { main: 'index.cjs', files, optionalDependencies }),
    'index.cjs': `// The loader of each platform's binary.\n'use strict';\n\nmodule.exports = {\n${loaders.join('')}};\n`,
  };
}
