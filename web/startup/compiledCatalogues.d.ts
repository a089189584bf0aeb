declare module 'virtual:compiled-catalogues' {
  /** Our catalogues by locale, as web/build/compiledCatalogues.ts compiles them. Empty without a production build. */
  export const compiledCatalogues: Readonly<
    Record<
      string,
      {
        /** Where the compiled messages are: a JSON object of ids and FormatJS's trees. */
        readonly url: string
        /** The version of the text that was compiled; `/config.json` has the version of the text that is in use. */
        readonly version: string
      }
    >
  >
}
