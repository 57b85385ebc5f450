// The package finds its .wasm files beside its own scripts: the development server must not move those. Its worker, which reads
// where a tool has a deadline, is a module.
export default { optimizeDeps: { exclude: ['lectern'] }, worker: { format: 'es' } };
