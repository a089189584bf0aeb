/*
 * Lets the editor work under a content security policy without 'unsafe-inline'. Runs before the library is loaded.
 * The editor creates style elements, which get the page's nonce. It also inserts markup with style attributes, which
 * the policy forbids. This script removes them from the markup and sets them through the DOM, which is allowed.
 */
const { nonce } = document.currentScript
const heldBack = 'data-held-back-style'

/** Replaces a method of a prototype. The replacement gets the element, the original method and the arguments. */
function replaceMethod(prototype, name, instead) {
  const { value: method } = Object.getOwnPropertyDescriptor(prototype, name)
  prototype[name] = function replaced(...given) {
    return instead(this, (...changed) => Reflect.apply(method, this, changed), ...given)
  }
}

/**
 * Renames style attributes in markup. Matching with a regular expression is safe here: the editor escapes `<` in text
 * and quotes in attributes.
 */
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
