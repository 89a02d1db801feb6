module.exports = ['cjs', 'mjs'].map((end) => ({
  mode: 'production',
  target: 'node',
  entry: `./main.${end}`,
  output: { path: `${__dirname}/built`, filename: `webpack-${end}.cjs` },
}));
