// The packages of the platforms, laid out as napi-rs does: `npm/PLATFORM` with a manifest to which the binary is added.
import { manifest } from './folders.mjs';

const OS = { linux: 'linux', darwin: 'darwin', windows: 'win32' };
const CPU = { x86_64: 'x64', aarch64: 'arm64' };
const LIBC = { gnu: 'glibc', musl: 'musl' };

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
export function layOut({ target, os, cpu, libc, name: platform }) {
  const { name, version, description, homepage, bugs, license, author, repository, engines, napi } = manifest();
  const binary = `${napi.binaryName}.${platform}.node`;
  const json = {
    name: `${name}-${platform}`,
    version,
    description: `The binary of ${name} for ${target}`,
    homepage,
    bugs,
    license,
    author,
    // Where a registry looks for what it was built from, to tell that it was.
    repository: { ...repository, directory: `${repository.directory}/npm/${platform}` },
    engines,
    os: [os],
    cpu: [cpu],
    ...(libc && { libc: [libc] }),
    main: binary,
    files: [binary, 'LICENSE-APACHE', 'LICENSE-MIT'],
  };
  return {
    'package.json': `${JSON.stringify(json, undefined, 2)}\n`,
    'README.md': `# ${json.name}\n\n${description}.\n\nThis is the binary of \`${name}\` for \`${target}\`; install \`${name}\`, which finds it.\n`,
  };
}
