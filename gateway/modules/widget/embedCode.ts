/** The line of HTML that shows a book in a page of another site (decision 0541). */
export function embedCodeOf(publicUrl: string, title: string): string {
  const attributes = {
    src: `${publicUrl}/embed`,
    title,
    width: '800',
    height: '500',
    style: 'border:0;max-width:100%',
    sandbox: 'allow-scripts',
    allow: 'fullscreen',
    loading: 'lazy',
  }
  const text = Object.entries(attributes).map(([name, value]) => `${name}="${escaped(value)}"`)
  return `<iframe ${text.join(' ')}></iframe>`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Each run of white space becomes one space, so that the code stays one line. */
function escaped(value: string): string {
  return value.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character).replaceAll(/\s+/g, ' ')
}
