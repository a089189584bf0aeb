/*
 * Lets the editor draw under a policy without 'unsafe-inline'. It runs in the browser, before the library is loaded.
 * The editor makes style elements, which get the page's nonce, and writes markup with style attributes, which are set
 * one by one as a script may: what a policy forbids is that markup brings styles along.
 */
const { nonce } = document.currentScript
const heldBack = 'data-held-back-style'

/** Has a method of all elements do something else, which is given the element, the method and its arguments. */
function replaceMethod(prototype, name, instead) {
  const { value: method } = Object.getOwnPropertyDescriptor(prototype, name)
  prototype[name] = function replaced(...given) {
    return instead(this, (...changed) => Reflect.apply(method, this, changed), ...given)
  }
}

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

replaceMethod(Document.prototype, 'createElement', (_document, create, ...given) => {
  const element = create(...given)
  if (element instanceof HTMLStyleElement) element.nonce = nonce
  return element
})

replaceMethod(Element.prototype, 'setAttribute', (element, set, name, value) => {
  if (name === 'style') element.style.cssText = value
  else set(name, value)
})

replaceMethod(Element.prototype, 'insertAdjacentHTML', (element, insert, where, markup) => {
  insert(where, holdStylesBack(markup))
  setStyles(element.parentElement ?? element)
})

const innerHtml = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML')
const original = Object.create(null, { innerHTML: innerHtml })
Object.defineProperty(Element.prototype, 'innerHTML', {
  ...innerHtml,
  set(markup) {
    Reflect.set(original, 'innerHTML', holdStylesBack(markup), this)
    setStyles(this)
  },
})
