// The packages of the platforms, laid out as napi-rs does: `npm/PLATFORM` with a manifest to which the binary is added.
import { manifest } from './folders.mjs';

const OS = { linux: 'linux', darwin: 'darwin', windows: 'win32' };
const CPU = { x86_64: 'x64', aarch64: 'arm64' };
const LIBC = { gnu: 'glibc', musl: 'musl' };

/** The native parts of the package: the addon, and what `sortid/lease` loads beside it. */
export const PARTS = [
  { binary: manifest().napi.binaryName, crate: 'sortid-node', profile: 'node-release' },
  { binary: `${manifest().napi.binaryName}-lease`, crate: 'sortid-node-lease', profile: 'node-lease-release' },
];

/** The file of a part for a platform. */
export const binaryOf = (part, platform) => `${part.binary}.${platform.name}.node`;

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

/** The files of a platform's folder. */
export function layOut(of) {
  const { target, os, cpu, libc, name: platform } = of;
  const { name, version, description, homepage, bugs, license, author, repository, engines } = manifest();
  const binaries = PARTS.map((part) => binaryOf(part, of));
  const json = {
    name: `${name}-${platform}`,
    version,
    description: `The binaries of ${name} for ${target}`,
    homepage,
    bugs,
    license,
    author,
    // A registry reads this to verify what it was built from.
    repository: { ...repository, directory: `${repository.directory}/npm/${platform}` },
    engines,
    os: [os],
    cpu: [cpu],
    ...(libc && { libc: [libc] }),
    main: binaries[0],
    files: [...binaries, 'LICENSE-APACHE', 'LICENSE-MIT'],
  };
  return {
    'package.json': `${JSON.stringify(json, undefined, 2)}\n`,
    'README.md': `# ${json.name}\n\n${description}.\n\nThese are the binaries of \`${name}\` for \`${target}\`; install \`${name}\`, which finds them.\n`,
  };
}
