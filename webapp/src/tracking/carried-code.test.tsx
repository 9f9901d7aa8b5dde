import { beforeEach, expect, test } from 'vitest'
import { forgetCode, keepCode, readCode, refuseCode } from './carried-code'

const open = (search: string, path = '/en/signup') => keepCode(new URLSearchParams(search), path)

beforeEach(() => localStorage.clear())

test('the code of a link is kept as the shop writes it, and the newest link wins', () => {
  open('?code=spring-20&network=northwind')
  expect(readCode()?.code).toBe('SPRING-20')
  open('?code=SUMMER')
  expect(readCode()?.code).toBe('SUMMER')
})

test.each(['?code=', '?code=a', '?code=%3Cscript%3E', `?code=${'x'.repeat(41)}`, '?page=map'])(
  'nothing is kept of %s',
  (search) => {
    open(search)
    expect(readCode()).toBeNull()
  },
)

test('a code in the address of the prices is the one that was typed there', () => {
  open('?code=STAY-12AB', '/de/credits')
  open('?code=STAY-12AB', '/credits/p1')
  expect(readCode()).toBeNull()
})

test('a refusal is remembered with its code, and gone with the next link', () => {
  open('?code=SPRING')
  refuseCode('OTHER', 'discount_used')
  expect(readCode()?.refusal).toBeUndefined()
  refuseCode('SPRING', 'discount_spent')
  expect(readCode()?.refusal).toBe('discount_spent')
  open('?code=SPRING')
  expect(readCode()?.refusal).toBeUndefined()
})

test('only the code that was used is forgotten, and what is too old or not ours is none', () => {
  open('?code=SPRING')
  forgetCode('OTHER')
  expect(readCode()).not.toBeNull()
  forgetCode('SPRING')
  expect(readCode()).toBeNull()
  localStorage.setItem('discount-code', JSON.stringify({ code: 'OLD', until: 1 }))
  expect(readCode()).toBeNull()
  localStorage.setItem('discount-code', '{')
  expect(readCode()).toBeNull()
})
