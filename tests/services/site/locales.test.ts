import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { demoBrands } from '../../support/brands.ts'
import { startServices } from '../../support/services.ts'

const locales = ['en-GB', 'nl-NL', 'nl-BE', 'fr-FR', 'fr-BE', 'de-DE', 'es-ES', 'it-IT', 'sv-SE', 'da-DK', 'nb-NO']

test('every brand offers all eleven locales that have catalogues', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-locales-'))
  for (const locale of [...locales, 'pt-PT']) await cp('web/locales/en-GB.json', join(folder, `${locale}.json`))
  const services = await startServices({ services: ['site'], environment: { LOCALES_DIR: folder } })
  for (const { subdomain, defaultLocale } of demoBrands) {
    const host = subdomain === null ? 'localhost' : `${subdomain}.localhost`
    const answer = await fetch(`${services.url}/site/config.json?host=${host}`)
    const config = await answer.json()
    expect(config.locales.toSorted()).toEqual(locales.toSorted())
    expect([config.locales[0], config.defaultLocale]).toEqual([defaultLocale, defaultLocale])
  }
  await services.close()
  await rm(folder, { recursive: true })
})
