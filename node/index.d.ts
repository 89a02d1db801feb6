// The types for `import`: the same declarations as for `require`, so that they are compatible.
export * from './index.cjs';
