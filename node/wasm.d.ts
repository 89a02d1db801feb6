// For compilers without support of conditions: the types are the package's.
export * from './index.cjs';
