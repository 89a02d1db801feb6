// project.mjs WORKSPACE FOLDER TARBALL…: creates a project below FOLDER, and prints its path.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { npmCi, npmInstall, root } from '../../../node/scripts/folders.mjs';

/**
 * Installs tarballs into an empty project of ECMAScript modules, as a user does. A parent folder,
 * which Node also searches, has the packages of a workspace of the repository in the versions of
 * its lock file.
 */
export function project(workspace, folder, tarballs) {
  npmCi(folder, root, '--workspace', workspace, '--ignore-scripts');
  const app = path.join(folder, workspace, 'app');
  rmSync(app, { recursive: true, force: true });
  mkdirSync(app);
  writeFileSync(path.join(app, 'package.json'), '{ "type": "module", "private": true }\n');
  npmInstall(app, '--no-package-lock', ...tarballs);
  return app;
}

if (process.argv[1] === import.meta.filename) {
  const [workspace, folder, ...tarballs] = process.argv.slice(2);
  console.log(project(workspace, folder, tarballs));
}
