// The package finds its .wasm files beside its own scripts: the development server must not move those.
export default { optimizeDeps: { exclude: ['lectern'] } };
