import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { escapeText } from '../../platform/markup.ts'
import type { BrandTexts } from '../../platform/brandTexts.ts'
import type { DemoChoice } from '../tables.ts'
import type { DemoSetup } from './setups.ts'

const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif;background:light-dark(#fff,#121212);color:light-dark(#1a1a1a,#f2f2f2)}
body{max-width:30rem;margin:2rem auto;padding:0 1rem}
form{display:grid;gap:.75rem;margin-top:1.5rem}
button{min-height:3rem;padding:.5rem 1rem;border:1px solid light-dark(#767676,#8f8f8f);border-radius:.5rem;background:light-dark(#fff,#1e1e1e);color:inherit;font:inherit;text-align:start;cursor:pointer}
button:focus-visible{outline:3px solid light-dark(#0a4fc4,#a8c7fa);outline-offset:2px}`

const styleHash = createHash('sha256').update(style).digest('base64')

/** The choices, in the order of the page, each with the kind of method that the brand must allow. */
const choices: readonly { readonly choice: DemoChoice; readonly needs?: 'card' | 'directDebit' }[] = [
  { choice: 'card', needs: 'card' },
  { choice: 'refusedCard', needs: 'card' },
  { choice: 'directDebit', needs: 'directDebit' },
  { choice: 'cancel' },
]

/** The choices that the customer has. */
export function choicesOf({ kinds }: Pick<DemoSetup, 'kinds'>): readonly DemoChoice[] {
  return choices.filter(({ needs }) => needs === undefined || kinds.includes(needs)).map(({ choice }) => choice)
}

/**
 * Sends the page of the demo's payment provider. It has no field, so no number can be entered. The page is served from
 * the origin of the product, so its content security policy forbids scripts. The sandbox also gives the page an origin
 * of its own, so that even a script could not read the customer's sign-in.
 * @param origins where the form may lead: to this page, and back to the brand's site
 */
export async function sendProviderPage(
  reply: FastifyReply,
  setup: DemoSetup,
  { locale, text }: BrandTexts,
  origins: readonly string[],
): Promise<void> {
  const buttons = choicesOf(setup).map(
    (choice) => `<button name="choice" value="${choice}">${escapeText(text(`demoProvider.${choice}`))}</button>`,
  )
  const title = escapeText(text('demoProvider.title'))
  await reply
    .type('text/html; charset=utf-8')
    .headers({
      'cache-control': 'no-store',
      'content-security-policy':
        `default-src 'none'; style-src 'sha256-${styleHash}'; form-action ${[...new Set(origins)].join(' ')}; ` +
        `base-uri 'none'; frame-ancestors 'none'; sandbox allow-forms`,
      'cross-origin-opener-policy': 'same-origin',
      // The URL of the page is a secret.
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    .send(
      `<!doctype html><html lang="${escapeText(locale)}" dir="${escapeText(text('language.direction'))}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
        `<title>${title}</title><style>${style}</style></head><body><main><h1>${title}</h1><p>${escapeText(text('demoProvider.text'))}</p>` +
        `<form method="post">${buttons.join('')}</form></main></body></html>`,
    )
}
