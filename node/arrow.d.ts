// The types for `import`: the same declarations.
export * from './arrow.cjs';
