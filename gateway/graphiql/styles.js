/*
 * Lets the editor draw under a policy without 'unsafe-inline'. It runs in the browser, before the library is loaded.
 * The editor makes style elements, which get the page's nonce, and writes markup with style attributes, which are set
 * one by one as a script may: what a policy forbids is that markup brings styles along.
 */
const { nonce } = document.currentScript

const createElement = Document.prototype.createElement
Document.prototype.createElement = function createStyledElement(name, options) {
  const element = createElement.call(this, name, options)
  if (element instanceof HTMLStyleElement) element.nonce = nonce
  return element
}

const setAttribute = Element.prototype.setAttribute
Element.prototype.setAttribute = function setStyledAttribute(name, value) {
  if (name.toLowerCase() === 'style' && this.style) this.style.cssText = value
  else setAttribute.call(this, name, value)
}

const heldBack = 'data-held-back-style'

/** The editor escapes what is no tag, and the quotes within attributes. */
function holdStylesBack(markup) {
  return String(markup).replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/\sstyle=(?=["'])/gi, ` ${heldBack}=`))
}

function setStyles(root) {
  for (const element of root.querySelectorAll(`[${heldBack}]`)) {
    element.style.cssText = element.getAttribute(heldBack)
    element.removeAttribute(heldBack)
  }
}

const innerHtml = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML')
Object.defineProperty(Element.prototype, 'innerHTML', {
  ...innerHtml,
  set(markup) {
    innerHtml.set.call(this, holdStylesBack(markup))
    setStyles(this)
  },
})

const insertAdjacentHTML = Element.prototype.insertAdjacentHTML
Element.prototype.insertAdjacentHTML = function insertStyledMarkup(where, markup) {
  insertAdjacentHTML.call(this, where, holdStylesBack(markup))
  setStyles(this.parentElement ?? this)
}
