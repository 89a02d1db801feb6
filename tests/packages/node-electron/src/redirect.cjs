// As Electron does: a native file of the archive is loaded from the folder beside it.
const { dlopen } = process;

process.dlopen = (module, file, ...flags) => dlopen(module, file.replace('app.asar', 'app.asar.unpacked'), ...flags);
