import type { ReactNode } from 'react'
import styles from './method-choice.module.css'

/** A mark that is a word, in its colour or on a plate of it. */
interface Lettering {
  word: string
  fill: string
  size: number
  italic?: boolean
  plate?: string
}

const white = '#fff'
const lettered: Record<string, Lettering> = {
  amex: { word: 'AMEX', fill: white, size: 7.5, plate: '#016fd0' },
  blik: { word: 'blik', fill: white, size: 9.5, plate: '#000' },
  cartebancaire: { word: 'CB', fill: white, size: 11, plate: '#0b6b8f' },
  directdebit: { word: 'SEPA', fill: '#10298e', size: 9.5 },
  eps: { word: 'eps', fill: '#c8036f', size: 12.5 },
  giropay: { word: 'giropay', fill: white, size: 7, plate: '#000268' },
  nexi: { word: 'nexi', fill: '#2d32aa', size: 12 },
  przelewy24: { word: 'P24', fill: '#d13239', size: 11, italic: true },
  sofort: { word: 'Sofort', fill: '#3a0815', size: 8, plate: '#ef809f' },
  visa: { word: 'VISA', fill: '#1a1f71', size: 11.5, italic: true },
}

const drawn: Record<string, ReactNode> = {
  applepay: (
    <>
      <path
        d="M9.6 11.2c.5-.6.8-1.4.7-2.2-.7 0-1.5.4-2 1-.4.5-.8 1.3-.7 2.1.8.1 1.5-.3 2-.9zM10.3 12.3c-1.1-.1-2 .6-2.5.6s-1.3-.6-2.1-.6c-1.1 0-2.1.6-2.6 1.6-1.1 2-.3 4.9.8 6.5.5.8 1.2 1.7 2 1.6.8 0 1.1-.5 2.1-.5s1.2.5 2.1.5 1.4-.8 1.9-1.6c.6-.9.9-1.8.9-1.8s-1.7-.7-1.7-2.6c0-1.6 1.3-2.4 1.4-2.5-.8-1.1-1.9-1.2-2.3-1.2z"
        fill="#000"
      />
      <Word fill="#000" size={9.5} x={23.5}>
        Pay
      </Word>
    </>
  ),
  bancontact: (
    <>
      <path d="M6 22c6 0 8.5-2.5 11.5-6H7a1.5 1.5 0 0 0-1.5 1.5v3A1.5 1.5 0 0 0 6 22z" fill="#005498" />
      <path d="M29 10c-6 0-8.5 2.5-11.5 6H28a1.5 1.5 0 0 0 1.5-1.5v-3A1.5 1.5 0 0 0 29 10z" fill="#ffc800" />
    </>
  ),
  ideal: (
    <>
      <path d="M9 6h9.5c6 0 9.5 3.6 9.5 10s-3.5 10-9.5 10H9z" fill="#111" />
      <path d="M19 9v14h-1.2V9z" fill="#fff" />
      <path d="M19 9c5 .2 7 3 7 7s-2 6.8-7 7z" fill="#cc0066" />
      <circle cx="13.3" cy="12.5" r="2.1" fill="#fff" />
      <path d="M11.6 16h3.4v7h-3.4z" fill="#fff" />
    </>
  ),
  maestro: <Circles left="#0099df" right="#eb001b" middle="#6c6bbd" />,
  mastercard: <Circles left="#eb001b" right="#f79e1b" middle="#ff5f00" />,
  paypal: (
    <>
      <path d="M13 5h7c4 0 6 2.2 5.4 5.8-.7 4.2-3.6 6.2-7.6 6.2h-2.4l-1 6H10z" fill="#003087" />
      <path
        d="M16.5 9h6.2c3.6 0 5.3 2 4.8 5.2-.6 3.8-3.2 5.6-6.8 5.6h-2.1l-.9 6.2h-4.2z"
        fill="#009cde"
        fillOpacity=".82"
      />
    </>
  ),
  paysafecard: (
    <>
      <path d="M14.5 11V8.5a3 3 0 0 1 6 0V11" fill="none" stroke="#008ac9" strokeWidth="1.8" />
      <rect x="12" y="10.5" width="11" height="8" rx="1.8" fill="#008ac9" />
      <circle cx="17.5" cy="14.5" r="1.4" fill="#fff" />
      <Word fill="#008ac9" size={7} y={26}>
        paysafe
      </Word>
    </>
  ),
}

function LetteredMark({ word, plate, ...letters }: Lettering) {
  return (
    <>
      {plate && <rect x="2" y="7" width="31" height="18" rx="3" fill={plate} />}
      <Word {...letters}>{word}</Word>
    </>
  )
}

function Word({
  children,
  fill,
  size,
  italic = false,
  x = 17.5,
  y = 16 + size * 0.36,
}: {
  children: ReactNode
  fill: string
  size: number
  italic?: boolean
  x?: number
  /** Of the line that the letters stand on; without one they are in the middle. */
  y?: number
}) {
  return (
    <text
      x={x}
      y={y}
      fontSize={size}
      fontWeight="800"
      fontStyle={italic ? 'italic' : 'normal'}
      fontFamily="Arial, Helvetica, sans-serif"
      textAnchor="middle"
      fill={fill}
    >
      {children}
    </text>
  )
}

function Circles({ left, right, middle }: { left: string; right: string; middle: string }) {
  return (
    <>
      <circle cx="13.5" cy="16" r="8" fill={left} />
      <circle cx="21.5" cy="16" r="8" fill={right} />
      <path d="M17.5 9.070a8 8 0 0 1 0 13.860a8 8 0 0 1 0-13.860z" fill={middle} />
    </>
  )
}

export function hasMark(method: string): boolean {
  return method in lettered || method in drawn
}

/** A small picture of a payment method, as people know it from a checkout. It stands on white in both themes. */
export function MethodMark({ method }: { method: string }) {
  const lettering = lettered[method]
  return (
    <span className={styles.mark} aria-hidden="true">
      <svg viewBox="0 0 35 32">{lettering ? <LetteredMark {...lettering} /> : drawn[method]}</svg>
    </span>
  )
}
