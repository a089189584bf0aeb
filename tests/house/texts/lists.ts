import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Place } from './places.ts'

/** The sources of the client. */
function clientSources(): readonly { readonly file: string; readonly source: string }[] {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'web'], {
    encoding: 'utf8',
  })
  return files
    .split('\n')
    .filter((file) => file.endsWith('.tsx') && !file.includes('__generated__'))
    .map((file) => ({ file, source: readFileSync(file, 'utf8') }))
}

/** Finds a button, or a link that looks like a button, with an optional icon, and the message in it. */
const buttonPattern =
  /<(?:Button|LinkButton|AppLinkButton)\b(?:[^<>]|=>)*>\s*(?:<\w*Icon[^>]*\/>\s*)?(?:\{formatMessage\(\{ id: '([^']+)'|<FormattedMessage id="([^"]+)")/g

/** The messages of buttons. */
function buttonIds(): string[] {
  const found = clientSources().flatMap(({ source }) =>
    [...source.matchAll(buttonPattern)].map(([, first, second]) => first ?? second ?? ''),
  )
  return [...new Set(found)]
}

/** Buttons on a line of their own, which may be as wide as a phone. */
const wideButtons = ['editor.another', 'order.contact', 'savedAddress.use', 'printOrder.leftOut.goOn', 'album.pick']

/** The places for short texts. */
export function placesOf(english: Readonly<Record<string, string>>): readonly Place[] {
  const ids = Object.keys(english)
  const matching = (pattern: RegExp) => ids.filter((id) => pattern.test(id))
  return [
    { name: 'an entry of the menu', width: 22, ids: matching(/^menu\.(?!label)/) },
    { name: 'a tab', width: 10, ids: ['menu.photos', 'menu.albums', 'orders.list.inProgress', 'orders.list.history'] },
    {
      name: 'a button of the selection',
      width: 17,
      ids: ['copyToAlbum', 'delete', 'download', 'order', 'removeFromAlbum', 'select'].map(
        (name) => `selection.${name}`,
      ),
    },
    { name: 'an entry of the sorting', width: 24, ids: matching(/^sort\./) },
    { name: 'a state of an order', width: 17, ids: matching(/^orders\.status\./) },
    { name: 'a wide button', width: 34, ids: wideButtons },
    { name: 'a button', width: 23, ids: buttonIds().filter((id) => !wideButtons.includes(id)) },
  ]
}

/** Messages without plural forms, because the number before their noun always has decimals. */
export const fractions = ['ftp.test.status']

/** Messages that the specification quotes with a straight apostrophe. */
export const straightApostrophes = ['export.failed']
