// The packages with binaries: one for each part and platform, as napi-rs names them.
import { manifest } from './folders.mjs';

const OS = { linux: 'linux', darwin: 'darwin', windows: 'win32' };
const CPU = { x86_64: 'x64', aarch64: 'arm64' };
const LIBC = { gnu: 'glibc', musl: 'musl' };

const { binaryName } = manifest().napi;

const MAIN = { binary: binaryName, folder: '', crate: 'sortid-node', profile: 'node-release' };
/** The addon that `sortid/lease` loads in addition. */
export const LEASE = {
  binary: `${binaryName}-lease`,
  folder: 'lease-',
  crate: 'sortid-node-lease',
  profile: 'node-lease-release',
};
export const PARTS = [MAIN, LEASE];

export const binaryOf = (part, platform) => `${part.binary}.${platform.name}.node`;

export const folderOf = (part, platform) => `${part.folder}${platform.name}`;

/** The folder of the package that users install for leases. */
export const LEASE_FOLDER = 'lease';

/** The platform of a Rust target: `linux-x64-gnu` for `x86_64-unknown-linux-gnu`. */
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

export function hostPlatform() {
  const libc = process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
  return platforms.find(
    ({ os, cpu, libc: wanted }) =>
      os === process.platform && cpu === process.arch && (os !== 'linux' || wanted === libc),
  );
}

/** The dependencies on a part's packages for all platforms. */
export const dependenciesOn = (part) =>
  Object.fromEntries(platforms.map((platform) => [`${part.binary}-${platform.name}`, manifest().version]));
