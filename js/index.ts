/** Entry point for hosts that no export condition names; they are taken for browsers. */
export * from './hosts/browser.js';
