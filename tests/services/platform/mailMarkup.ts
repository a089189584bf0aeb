/** An element with its attributes, in lower case. */
export interface MarkupElement {
  readonly tag: string
  readonly attributes: Readonly<Record<string, string>>
}

const voidTags = new Set(['meta', 'img', 'br', 'hr', 'input'])

/** Reads the HTML of a mail strictly: every element must be closed in order, and every attribute quoted. */
export function parseFragment(html: string): {
  readonly elements: readonly MarkupElement[]
  /** The text, without style sheets, with entities decoded. */
  readonly text: string
  /** Elements that are not closed, or closed in the wrong order. */
  readonly unclosed: readonly string[]
} {
  const elements: MarkupElement[] = []
  const open: string[] = []
  const wrong: string[] = []
  const plain = html
    .replace(/^<!doctype html>/, '')
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(/<style>[^<]*<\/style>/g, '')
  const text = plain.replaceAll(
    /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+="[^"<>]*")*)\s*>/g,
    (_all, end, tag, attributes) => {
      if (end === '/') {
        const last = open.pop()
        if (last !== tag) wrong.push(`${last ?? 'nothing'} is closed by ${tag}`)
        return ' '
      }
      const pairs = [...String(attributes).matchAll(/([a-z-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
        name,
        decoded(value),
      ])
      elements.push({ tag, attributes: Object.fromEntries(pairs) })
      if (!voidTags.has(tag)) open.push(tag)
      return ' '
    },
  )
  // What is left of the markup was not understood.
  if (/[<>]/.test(text)) wrong.push(/.{0,40}[<>].{0,40}/s.exec(text)?.[0] ?? '')
  return { elements, text: decoded(text), unclosed: [...wrong, ...open] }
}

function decoded(text: string): string {
  return text.replaceAll(/&#(\d+);/g, (_all, code) => String.fromCodePoint(Number(code)))
}
