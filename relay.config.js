const config = {
  src: './web',
  schema: './schema/schema.graphql',
  language: 'typescript',
  eagerEsModules: true,
  // Otherwise, each artifact would need relay-runtime in the bundle, and the first requests would wait for it.
  useImportTypeSyntax: true,
  artifactDirectory: './web/__generated__',
  excludes: ['**/node_modules/**', '**/__generated__/**', '**/dist/**'],
  persistConfig: { file: './web/__generated__/persisted.json', algorithm: 'SHA256' },
  customScalarTypes: {
    DateTime: 'string',
    LocalDateTime: 'string',
    Date: 'string',
    Decimal: 'string',
    URL: 'string',
    Locale: 'string',
  },
}

export default config
export { config as 'module.exports' }
