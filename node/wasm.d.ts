// For compilers that know nothing of conditions: the types are those of the package.
export * from './index.cjs';
