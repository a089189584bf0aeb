import type { FastifyInstance } from 'fastify'

/** Registers the public configuration of a brand's host. `publicUrl` is the address of the product. */
export function registerSite(app: FastifyInstance, publicUrl: string): void {
  const { protocol, host: ownHost } = new URL(publicUrl)
  app.get('/site/config.json', (request, reply) => {
    const host = String(request.headers['x-forwarded-host'] ?? request.headers.host)
    if (host.startsWith('wiki.'))
      return reply.code(404).type('application/problem+json').send({ status: 404, code: 'UNKNOWN_HOST' })
    const brand = host.startsWith('lumina.') ? 'lumina' : 'keepsake'
    return reply.send({
      brand,
      name: brand === 'lumina' ? 'Lumina' : 'Keepsake',
      channel: 'k',
      defaultLocale: 'nl-NL',
      locales: ['en-GB', 'nl-NL'],
      logoUrl: `/brands/${brand}/logo.svg`,
      theme: { light: {}, dark: {} },
      graphqlUrl: '/graphql',
      authority: `${publicUrl}/identity`,
      clientId: `${brand}-web`,
      scope: 'openid email',
      uploadUrl: `${protocol}//${brand === 'lumina' ? 'lumina.' : ''}${ownHost}/storage/files`,
      features: { PhotoManagementTimelineViewEnabled: true, PhotoManagementAlbumViewEnabled: false },
      currency: 'EUR',
      countries: ['NL', 'BE'],
      localLinks: { 'nl-BE': { faq: 'https://shop.test/be/faq' } },
      links: {
        faq: 'https://shop.test/faq',
        customerCare: 'https://shop.test/care',
        storeFront: 'https://shop.test/',
        terms: 'https://shop.test/terms',
        privacy: 'https://shop.test/privacy',
        editor: '/editor',
      },
    })
  })
}
