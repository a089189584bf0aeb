import stylesheet from './mailPreview.css?url'

/**
 * Returns the page that shows a mail in a frame. The content security policy of this site forbids the inline styles of
 * mails, so a style sheet of our own replaces them. The links in the mail have no target, because the URL of the book
 * is created only when the mail is sent. @param html the mail, as the gateway returns it
 */
export function mailPreviewPage(html: string): string {
  const mail = new DOMParser().parseFromString(withoutStyles(html), 'text/html')
  for (const element of mail.querySelectorAll('script, link, meta[http-equiv], base')) element.remove()
  // The logo is an attachment of the mail (`cid:`), which browsers cannot load.
  for (const picture of mail.querySelectorAll('img[src^="cid:"]')) picture.remove()
  for (const element of mail.querySelectorAll('[data-style]')) replaceStyle(element)
  for (const link of mail.querySelectorAll('a[href]')) link.removeAttribute('href')
  const link = mail.createElement('link')
  link.rel = 'stylesheet'
  link.href = new URL(stylesheet, location.href).href
  mail.head.append(link)
  return `<!doctype html>${mail.documentElement.outerHTML}`
}

/** Browsers report each forbidden style while they read a document, even if it is removed afterwards. */
function withoutStyles(html: string): string {
  return html
    .replace(/<style[^>]*>[^]*?<\/style>/gi, '')
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/\sstyle="/gi, ' data-style="'))
}

/**
 * Removes the style of an element. An element that its style hides, such as the preview text for lists of mails, stays
 * hidden.
 */
function replaceStyle(element: Element): void {
  const isHidden = /display:\s*none/.test(element.getAttribute('data-style') ?? '')
  element.removeAttribute('data-style')
  if (isHidden) element.setAttribute('hidden', '')
}
