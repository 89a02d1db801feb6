// The types for `import`: the same declarations, not their like, so that what one module has is what another takes.
export * from './index.cjs';
