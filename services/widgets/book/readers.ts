import type { FastifyRequest } from 'fastify'
import type { BrandTexts, ReadBrandTexts } from '../../platform/brandTexts.ts'
import { localeOf } from '../../platform/locales.ts'
import type { Book } from '../books.ts'

/** True for links that may be embedded: their owner has shown the book to everybody. */
export function isForEveryone({ kind }: Pick<Book, 'kind'>): boolean {
  return kind === 'public' || kind === 'gallery'
}

/** The texts in the language of the browser, with the brand of the host. */
export async function textsOf(request: FastifyRequest, textsFor: ReadBrandTexts): Promise<BrandTexts> {
  const brand = request.host.split('.', 1)[0] ?? ''
  return textsFor({ locale: localeOf(request.headers['accept-language']), brand })
}
