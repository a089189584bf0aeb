import { registerHooks } from 'node:module'

const schema = new URL('../../gateway/schema.ts', import.meta.url).href
const withAlbums = new URL('./albumSchema.ts', import.meta.url).href

/** Preloaded into the gateway: whoever asks for its schema gets the one with albums. Everything else is as shipped. */
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context)
    return resolved.url === schema && context.parentURL !== withAlbums ? { ...resolved, url: withAlbums } : resolved
  },
})
