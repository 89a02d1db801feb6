// The packages with binaries, laid out as napi-rs does: `npm/PLATFORM` with a manifest to which the binary is added.
import { manifest } from './folders.mjs';

const OS = { linux: 'linux', darwin: 'darwin', windows: 'win32' };
const CPU = { x86_64: 'x64', aarch64: 'arm64' };
const LIBC = { gnu: 'glibc', musl: 'musl' };

const { binaryName } = manifest().napi;

/** The addon. */
const MAIN = { binary: binaryName, folder: '', crate: 'sortid-node', profile: 'node-release' };
/** The addon that `sortid/lease` loads as well. */
const LEASE = {
  binary: `${binaryName}-lease`,
  folder: 'lease-',
  crate: 'sortid-node-lease',
  profile: 'node-lease-release',
};
export const PARTS = [MAIN, LEASE];

/** The file of a part for a platform. */
export const binaryOf = (part, platform) => `${part.binary}.${platform.name}.node`;

/** The folder of a part's package for a platform, below `npm`. */
export const folderOf = (part, platform) => `${part.folder}${platform.name}`;

/** The folder of the package that users install for leases, below `npm`. */
export const LEASE_FOLDER = 'lease';

/** What Rust calls a target in the words of Node: `x86_64-unknown-linux-gnu` is `linux-x64-gnu`. */
function platformOf(target) {
  const [arch, , system, abi] = target.split('-');
  const [os, cpu] = [OS[system], CPU[arch]];
  return {
    target,
    os,
    cpu,
    libc: os === 'linux' ? LIBC[abi] : undefined,
    name: [os, cpu, abi].filter(Boolean).join('-'),
  };
}

export const platforms = manifest().napi.targets.map(platformOf);

/** The platform that this runs on. */
export function hostPlatform() {
  const libc = process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
  return platforms.find(
    ({ os, cpu, libc: wanted }) =>
      os === process.platform && cpu === process.arch && (os !== 'linux' || wanted === libc),
  );
}

/** The packages of a part by platform, as dependencies of the package that loads them. */
export const dependenciesOn = (part) =>
  Object.fromEntries(platforms.map((platform) => [`${part.binary}-${platform.name}`, manifest().version]));

/** The manifest of a package below `npm`. */
function manifestOf(folder, about, rest) {
  const { name, version, homepage, bugs, license, author, repository, engines } = manifest();
  return {
    name: `${name}-${folder}`,
    version,
    description: about,
    homepage,
    bugs,
    license,
    author,
    // A registry reads this to verify what it was built from.
    repository: { ...repository, directory: `${repository.directory}/npm/${folder}` },
    engines,
    ...rest,
  };
}

const filesOf = (json, sentence, others = {}) => ({
  'package.json': `${JSON.stringify(json, undefined, 2)}\n`,
  'README.md': `# ${json.name}\n\n${manifest().description}.\n\n${sentence}\n`,
  ...others,
});

/** The files of a part's package for a platform. */
function layOut(part, platform) {
  const { target, os, cpu, libc } = platform;
  const binary = binaryOf(part, platform);
  const json = manifestOf(folderOf(part, platform), `The binary of ${part.binary} for ${target}`, {
    os: [os],
    cpu: [cpu],
    ...(libc && { libc: [libc] }),
    main: binary,
    files: [binary, 'LICENSE-APACHE', 'LICENSE-MIT'],
  });
  const sentence = `This is the binary of \`${part.binary}\` for \`${target}\`; install \`${part.binary}\`, which finds it.`;
  return filesOf(json, sentence);
}

/** The files of the package that users install for leases. */
function layOutLease() {
  const { name } = manifest();
  const json = manifestOf(LEASE_FOLDER, `The native part of ${name}/lease`, {
    main: 'index.cjs',
    files: ['index.cjs', 'LICENSE-APACHE', 'LICENSE-MIT'],
    optionalDependencies: dependenciesOn(LEASE),
  });
  const loaders = platforms.map(
    (platform) => `  '${platform.name}': () => require('${LEASE.binary}-${platform.name}'),\n`,
  );
  const index = `// Made by scripts/renew.mjs: the loader of each platform's binary.
'use strict';

// A line for each platform, as tools that gather a program's files can follow these and no computed name.
module.exports = {
${loaders.join('')}};
`;
  const sentence = `This is the native part of \`${name}/lease\`; install it beside \`${name}\`, in the same version.`;
  return filesOf(json, sentence, { 'index.cjs': index });
}

/** The generated packages: the files of each by its folder below `npm`. */
export const generated = () => ({
  ...Object.fromEntries(
    PARTS.flatMap((part) => platforms.map((platform) => [folderOf(part, platform), layOut(part, platform)])),
  ),
  [LEASE_FOLDER]: layOutLease(),
});
