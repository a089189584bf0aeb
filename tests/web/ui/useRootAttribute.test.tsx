import { render } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { expect, test } from 'vitest'
import { useRootAttribute } from '../../../web/ui/useRootAttribute.ts'

const isSet = () => document.documentElement.hasAttribute('data-has-example')

function Example({ isShown = true }: { readonly isShown?: boolean }) {
  useRootAttribute('data-has-example', isShown)
  return null
}

test('the root element has the attribute until the last component that sets it is unmounted', () => {
  const first = render(<Example />)
  const second = render(<Example />)
  expect(isSet()).toBe(true)
  first.unmount()
  expect(isSet()).toBe(true)
  second.unmount()
  expect(isSet()).toBe(false)
})

test('a component sets and removes the attribute while it stays mounted', () => {
  const { rerender } = render(<Example isShown={false} />)
  expect(isSet()).toBe(false)
  rerender(<Example />)
  expect(isSet()).toBe(true)
  rerender(<Example isShown={false} />)
  expect(isSet()).toBe(false)
})

const found: boolean[] = []

function Child() {
  useLayoutEffect(() => {
    found.push(isSet())
  })
  return null
}

function Parent() {
  useRootAttribute('data-has-example')
  return <Child />
}

test('layout effects of children, which may measure the page, find the attribute', () => {
  render(<Parent />)
  expect(found).toEqual([true])
})
