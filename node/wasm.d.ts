// The package's types, for compilers that do not support export conditions.
export * from './index.cjs';
