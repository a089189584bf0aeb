import type { FastifyRequest } from 'fastify'
import type { BrandTexts, ReadBrandTexts } from '../../platform/brandTexts.ts'
import type { Platform } from '../../platform/platform.ts'
import { localeOf } from '../../platform/locales.ts'
import type { Book } from '../books.ts'

/** True for links that may be embedded: their owner has shown the book to everybody. */
export function isForEveryone({ kind }: Pick<Book, 'kind'>): boolean {
  return kind === 'public' || kind === 'gallery'
}

/** The texts in the language of the browser, with the brand of the host. */
export async function textsOf(
  request: FastifyRequest,
  { platform, textsFor }: { readonly platform: Pick<Platform, 'brands'>; readonly textsFor: ReadBrandTexts },
): Promise<BrandTexts> {
  const brand = platform.brands.atHost(request.host) ?? null
  return textsFor({ locale: localeOf(request.headers['accept-language']), brand })
}
