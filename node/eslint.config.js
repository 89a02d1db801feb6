import js from '@eslint/js';

const globals = Object.fromEntries(
  [
    'process',
    'console',
    'Buffer',
    'setImmediate',
    'clearImmediate',
    'setTimeout',
    'setInterval',
    'clearInterval',
    'structuredClone',
    'SharedArrayBuffer',
    'TextDecoder',
    'TextEncoder',
    'WebAssembly',
    'URL',
    'Response',
    'document',
    'fetch',
    'performance',
    'gc',
  ].map((name) => [name, 'readonly']),
);

const commonJs = { require: 'readonly', module: 'writable', exports: 'writable', __dirname: 'readonly' };

const ofPages = Object.fromEntries(
  [
    'addEventListener',
    'atob',
    'Blob',
    'ClipboardEvent',
    'crypto',
    'DataTransfer',
    'document',
    'Event',
    'fetch',
    'history',
    'location',
    'navigator',
    'onmessage',
    'postMessage',
    'requestAnimationFrame',
    'TextDecoder',
    'WebAssembly',
    'window',
    'Worker',
  ].map((name) => [name, name === 'onmessage' ? 'writable' : 'readonly']),
);

export default [
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2023, globals },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'no-var': 'error',
      'prefer-const': 'error',
      eqeqeq: 'error',
      'no-unused-vars': ['error', { ignoreRestSiblings: true }],
      'no-shadow': 'error',
      'no-implicit-coercion': 'error',
      'object-shorthand': 'error',
      'prefer-template': 'error',
    },
  },
  { files: ['**/*.cjs'], languageOptions: { sourceType: 'commonjs', globals: commonJs } },
  { files: ['web/page/**'], languageOptions: { sourceType: 'script', globals: ofPages } },
  { files: ['tests/packages/wasm-inspector/**', 'bench/page.mjs'], languageOptions: { globals: ofPages } },
  // For engines without Node's globals and the newest syntax.
  {
    files: ['formats/**'],
    languageOptions: {
      ecmaVersion: 2020,
      globals: Object.fromEntries(Object.keys(globals).map((name) => [name, 'off'])),
    },
  },
  // A template: scripts/modules.mjs adds constants and removes lines.
  { files: ['formats/**'], rules: { 'no-undef': 'off', 'no-unreachable': 'off', 'no-useless-assignment': 'off' } },
  // Tests use implicit coercions on purpose.
  { files: ['test/**'], rules: { 'no-implicit-coercion': 'off' } },
];
