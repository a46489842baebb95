export { defineConfig, type OxlintOverride } from 'oxlint';
