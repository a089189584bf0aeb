declare module 'virtual:compiled-catalogues' {
  /** Our catalogues by locale, as web/build/compiledCatalogues.ts compiles them. Empty in development. */
  export const compiledCatalogues: Readonly<
    Record<
      string,
      {
        /** The URL of the compiled messages: a JSON object that maps ids to FormatJS syntax trees. */
        readonly url: string
        /** The version of the catalogue that was compiled. `/config.json` has the version that the site now uses. */
        readonly version: string
      }
    >
  >
}
