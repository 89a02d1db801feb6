// The types for `import`: the same declarations.
export * from './testing.cjs';
