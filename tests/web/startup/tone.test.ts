import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * Matches the form of address that we do not use. German and French are formal; Dutch, Spanish and Italian are
 * informal.
 */
const wrong: Readonly<Record<string, RegExp>> = {
  'de-DE':
    /\b([Dd]u|[Dd]ein\w*|[Dd]ich|[Dd]ir|[Ee]uch|[Ee]ure\w*)\b|\b[Bb]itte (versuche|gib|wähle|melde|prüfe|lade)\b|\b(Gib|Wähle|Melde|Prüfe|Öffne|Füge)\b/,
  'fr-FR': /(?<![\p{L}’-])(tu|ton|ta|tes|toi|te|(ré)?essaie|choisis|ajoute|vérifie|ouvre)(?![\p{L}’-])|(?<!\p{L})t’/iu,
  'nl-NL': /\b(u|uw|uzelf|kiest|probeert|klikt) ?\b/i,
  'es-ES': /\b(usted(es)?|seleccione|intente|vuelva|haga|añada|elija|inicie|pruebe|compruebe|escriba|introduzca)\b/i,
  'it-IT': /\b(Lei|riprovi|scelga|inserisca|aggiunga|selezioni|provi|attenda|controlli|apra)\b/,
}

test.each([...Object.keys(wrong), 'nl-BE', 'fr-BE'])('every text of %s uses the same form of address', (locale) => {
  const messages: Record<string, string> = JSON.parse(readFileSync(`web/locales/${locale}.json`, 'utf8'))
  const pattern = wrong[locale] ?? wrong[locale.startsWith('nl') ? 'nl-NL' : 'fr-FR'] ?? /$^/
  expect(Object.entries(messages).filter(([, text]) => pattern.test(text))).toEqual([])
})
