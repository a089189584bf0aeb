/** Types for the part of libheif-js that we use; the package has none. */
declare module 'libheif-js/wasm-bundle.js' {
  interface HeifImage {
    is_primary(): boolean
    get_width(): number
    get_height(): number
    display(
      target: { data: Uint8ClampedArray; width: number; height: number },
      done: (result: object | null) => void,
    ): void
    free(): void
  }
  class HeifDecoder {
    decode(bytes: Uint8Array): HeifImage[]
  }
  const libheif: { HeifDecoder: typeof HeifDecoder }
  export default libheif
}
