import type { ReactNode } from 'react'
import type { GiftName } from '@/outbox/message'
import styles from './gift-drawing.module.css'

const drawings: Record<GiftName, ReactNode> = {
  rose: (
    <>
      <path className={styles.stem} d="M48 54c1 14-1 24-5 37" />
      <path className={styles.leaf} d="M46 77c-13-1-20-9-21-19 12 0 20 7 21 19Z" />
      <path className={styles.leafDeep} d="M46 84c12 0 20-7 22-18-12-1-21 6-22 18Z" />
      <path className={styles.red} d="M23 28c-3 20 9 31 25 31s28-11 25-31c-8 4-17 3-25-4-8 7-17 8-25 4Z" />
      <path className={styles.redDeep} d="M73 28c3 20-9 31-25 31 9-6 14-15 14-27 4 0 8-2 11-4Z" />
      <path className={styles.redLight} d="M32 25C32 13 41 6 48 6s16 7 16 19c0 14-7 21-16 21s-16-7-16-21Z" />
      <path className={styles.red} d="M48 6c7 0 16 7 16 19 0 14-7 21-16 21 8-8 9-28 0-40Z" />
      <path className={styles.lineDeep} d="M40 23c0-9 14-10 15-1 1 8-10 9-10 3" />
    </>
  ),
  coffee: (
    <>
      <path className={styles.steam} d="M38 26c-5-5 5-8 0-14M50 26c-5-5 5-8 0-14M62 26c-5-5 5-8 0-14" />
      <ellipse className={styles.tealDeep} cx="48" cy="82" rx="34" ry="7" />
      <ellipse className={styles.teal} cx="48" cy="79" rx="34" ry="7" />
      <path className={styles.ring} d="M70 44h4c13 0 13 20-2 20h-4" />
      <path className={styles.cream} d="M22 37h52v17c0 15-10 25-26 25S22 69 22 54V37Z" />
      <path className={styles.creamDeep} d="M62 37h12v17c0 15-10 25-26 25 9-4 14-13 14-25V37Z" />
      <ellipse className={styles.creamDeep} cx="48" cy="37" rx="26" ry="7" />
      <ellipse className={styles.brown} cx="48" cy="38" rx="22" ry="5" />
      <path className={styles.red} d="M48 67c-9-6-12-10-10-15 2-4 8-4 10 1 2-5 8-5 10-1 2 5-1 9-10 15Z" />
    </>
  ),
  clover: (
    <>
      <path className={styles.stem} d="M49 50c1 15 5 27 15 39" />
      <path className={styles.leaf} d="M48 46C34 40 29 27 34 18c4-6 12-6 14 1 2-7 10-7 14-1 5 9 0 22-14 28Z" />
      <path className={styles.leafDeep} d="M50 48c6-14 19-19 28-14 6 4 6 12-1 14 7 2 7 10 1 14-9 5-22 0-28-14Z" />
      <path className={styles.leafDeep} d="M48 50c14 6 19 19 14 28-4 6-12 6-14-1-2 7-10 7-14 1-5-9 0-22 14-28Z" />
      <path className={styles.leaf} d="M46 48c-6 14-19 19-28 14-6-4-6-12 1-14-7-2-7-10-1-14 9-5 22 0 28 14Z" />
      <circle className={styles.leafDeep} cx="48" cy="48" r="4" />
      <path className={styles.vein} d="M48 44V27M52 48h17M48 52v17M44 48H27" />
    </>
  ),
  ice_cream: (
    <>
      <path className={styles.gold} d="M29 49h38L48 92 29 49Z" />
      <path className={styles.goldDeep} d="M54 49h13L48 92l6-43Z" />
      <path className={styles.waffle} d="m36 52 17 26M47 52l10 16M60 52 43 78M49 52 38 68" />
      <circle className={styles.cream} cx="34" cy="40" r="15" />
      <circle className={styles.lilac} cx="62" cy="40" r="15" />
      <path className={styles.red} d="M28 33a20 20 0 0 1 40 0c0 12-9 17-20 17s-20-5-20-17Z" />
      <path className={styles.redDeep} d="M60 17c5 4 8 10 8 16 0 12-9 17-20 17 13-5 17-19 12-33Z" />
      <path className={styles.shine} d="M36 30c1-6 4-9 9-10" />
      <path className={styles.lineDeep} d="M51 11c1-4 3-6 7-7" />
      <circle className={styles.redDeep} cx="49" cy="12" r="6" />
      <path className={styles.shine} d="M46 12c0-2 1-3 3-3" />
    </>
  ),
  balloons: (
    <>
      <path className={styles.string} d="M29 54c3 14 12 20 17 36M50 46c0 16-5 26-4 44M69 58c-3 14-18 18-23 32" />
      <path className={styles.teal} d="M12 34c0-12 8-20 18-20s18 8 18 20-9 20-18 20-18-8-18-20Z" />
      <path className={styles.tealDeep} d="M40 17c5 3 8 9 8 17 0 12-9 20-18 20 13-6 16-22 10-37Z" />
      <path className={styles.gold} d="M52 38c0-12 8-20 17-20s17 8 17 20-8 20-17 20-17-8-17-20Z" />
      <path className={styles.goldDeep} d="M79 21c5 4 7 10 7 17 0 12-8 20-17 20 12-6 15-22 10-37Z" />
      <path className={styles.red} d="M31 25C31 12 39 4 50 4s19 8 19 21-9 21-19 21-19-8-19-21Z" />
      <path className={styles.redDeep} d="M61 7c5 4 8 10 8 18 0 13-9 21-19 21 14-6 17-23 11-39Z" />
      <path className={styles.shine} d="M38 23c1-6 4-9 8-11M18 33c1-5 3-7 6-9" />
    </>
  ),
  cake: (
    <>
      <ellipse className={styles.tealDeep} cx="48" cy="83" rx="40" ry="7" />
      <ellipse className={styles.teal} cx="48" cy="80" rx="40" ry="7" />
      <path className={styles.gold} d="M14 47v29c0 2 1 3 3 3h60c4 0 7-3 7-7V47H14Z" />
      <path className={styles.cream} d="M14 60h70v7H14z" />
      <path className={styles.redDeep} d="M14 63h70v3H14z" />
      <path
        className={styles.cream}
        d="M84 49c0-10-8-18-19-21L14 46c0 3 0 5 1 7 3 5 9 4 11 0 3 6 11 6 14 0 3 6 11 6 14 0 3 6 11 6 14 0 4 6 16 4 16-4Z"
      />
      <path className={styles.creamDeep} d="M65 28c11 3 19 11 19 21-7-5-14-5-20-4l-50 1 51-18Z" />
      <path className={styles.leaf} d="M46 20c-4-1-6-4-6-8 4 0 6 1 8 4 1-4 4-6 8-6 0 4-3 8-7 10h-3Z" />
      <path className={styles.red} d="M36 24c0-6 5-8 11-6 6-2 12 0 12 6 0 8-6 16-12 17-6-1-11-9-11-17Z" />
      <path className={styles.seeds} d="M43 25v.1M51 24v.1M47 31v.1M53 30v.1" />
    </>
  ),
  teddy: (
    <>
      <circle className={styles.brownDeep} cx="25" cy="20" r="11" />
      <circle className={styles.brownDeep} cx="71" cy="20" r="11" />
      <circle className={styles.tan} cx="25" cy="20" r="5" />
      <circle className={styles.tan} cx="71" cy="20" r="5" />
      <ellipse className={styles.brownDeep} cx="26" cy="81" rx="12" ry="10" />
      <ellipse className={styles.brownDeep} cx="70" cy="81" rx="12" ry="10" />
      <ellipse className={styles.brownDeep} cx="21" cy="63" rx="9" ry="13" transform="rotate(28 21 63)" />
      <ellipse className={styles.brownDeep} cx="75" cy="63" rx="9" ry="13" transform="rotate(-28 75 63)" />
      <ellipse className={styles.brown} cx="48" cy="69" rx="24" ry="23" />
      <ellipse className={styles.tan} cx="48" cy="73" rx="14" ry="15" />
      <path className={styles.brown} d="M18 33c0-15 13-25 30-25s30 10 30 25-13 23-30 23-30-8-30-23Z" />
      <ellipse className={styles.tan} cx="48" cy="41" rx="13" ry="10" />
      <path className={styles.ink} d="M43 37c0-2 10-2 10 0s-3 5-5 5-5-3-5-5Z" />
      <path className={styles.smile} d="M48 42v3c0 3-6 3-6 0m6 0c0 3 6 3 6 0" />
      <circle className={styles.ink} cx="35" cy="29" r="3.4" />
      <circle className={styles.ink} cx="61" cy="29" r="3.4" />
      <path className={styles.red} d="M48 57c-5-6-17-7-17 0s12 7 17 3c5 4 17 4 17-3s-12-6-17 0Z" />
      <circle className={styles.redDeep} cx="48" cy="58" r="4" />
    </>
  ),
  champagne: (
    <>
      <path className={styles.spark} d="M48 3v9M34 7l4 7M62 7l-4 7" />
      <g transform="rotate(14 30 52)">
        <path className={styles.glass} d="M20 16h20v25c0 8-4 13-10 13s-10-5-10-13V16Z" />
        <path className={styles.gold} d="M20 27h20v14c0 8-4 13-10 13s-10-5-10-13V27Z" />
        <path className={styles.goldDeep} d="M34 27h6v14c0 8-4 13-10 13 3-3 4-7 4-13V27Z" />
        <path className={styles.foot} d="M30 54v29M20 85h20" />
        <path className={styles.bubbles} d="M26 46v.1M30 38v.1M26 33v.1" />
      </g>
      <g transform="rotate(-14 66 52)">
        <path className={styles.glass} d="M56 16h20v25c0 8-4 13-10 13s-10-5-10-13V16Z" />
        <path className={styles.gold} d="M56 27h20v14c0 8-4 13-10 13s-10-5-10-13V27Z" />
        <path className={styles.goldDeep} d="M70 27h6v14c0 8-4 13-10 13 3-3 4-7 4-13V27Z" />
        <path className={styles.foot} d="M66 54v29M56 85h20" />
        <path className={styles.bubbles} d="M62 46v.1M66 38v.1M62 33v.1" />
      </g>
    </>
  ),
  bouquet: (
    <>
      <path
        className={styles.leafDeep}
        d="M20 46C8 40 6 28 10 20c10 4 16 14 16 24l-6 2ZM76 46c12-6 14-18 10-26-10 4-16 14-16 24l6 2Z"
      />
      <path
        className={styles.leaf}
        d="M40 30C32 22 34 10 40 4c7 7 9 17 5 26h-5ZM56 30c8-8 6-20 0-26-7 7-9 17-5 26h5Z"
      />
      <path className={styles.paperDeep} d="M18 46h60L56 90H40L18 46Z" />
      <Flower at="28 38" petal={styles.lilac} />
      <Flower at="68 38" petal={styles.teal} />
      <Flower at="48 28" petal={styles.red} />
      <Flower at="39 50" petal={styles.gold} heart={styles.brown} />
      <Flower at="59 50" petal={styles.redLight} />
      <path className={styles.paper} d="M14 48c8 2 20 10 34 22 14-12 26-20 34-22L57 90H39L14 48Z" />
      <path className={styles.paperDeep} d="M48 70c14-12 26-20 34-22L57 90h-9V70Z" />
      <path className={styles.red} d="M48 76c-6-7-17-8-17-1s11 8 17 4c6 4 17 3 17-4s-11-6-17 1Z" />
      <circle className={styles.redDeep} cx="48" cy="77" r="4" />
    </>
  ),
  star: (
    <>
      <path className={styles.glow} d="M48 6a40 40 0 1 0 0 80 40 40 0 0 0 0-80Z" />
      <path
        className={styles.gold}
        d="M44 13c2-4 6-4 8 0l8 17c1 1 2 2 3 2l19 3c4 0 5 5 2 7L70 56c-1 1-1 2-1 3l4 19c0 4-3 7-7 5l-16-9c-1-1-3-1-4 0l-16 9c-4 2-7-1-7-5l4-19c0-1 0-2-1-3L12 42c-3-2-2-7 2-7l19-3c1 0 2-1 3-2l8-17Z"
      />
      <path
        className={styles.goldDeep}
        d="M69 56c-1 1-1 2-1 3l5 19c0 4-3 7-7 5l-16-9c-1-1-3-1-4 0 16-7 24-22 21-41l15 2c4 0 5 5 2 7L69 56Z"
      />
      <path className={styles.shine} d="M40 30c-2 4-5 6-9 7" />
      <path className={styles.smile} d="M41 52c2 5 12 5 14 0" />
      <circle className={styles.ink} cx="39" cy="45" r="3" />
      <circle className={styles.ink} cx="57" cy="45" r="3" />
      <path className={styles.spark} d="M80 12v8M76 16h8M14 66v6M11 69h6" />
    </>
  ),
}

function Flower({
  at,
  petal,
  heart = styles.gold,
}: {
  at: string
  petal: string | undefined
  heart?: string | undefined
}) {
  return (
    <g transform={`translate(${at})`}>
      {[0, 72, 144, 216, 288].map((turn) => (
        <ellipse key={turn} className={petal} cy="-7.5" rx="6.5" ry="7.5" transform={`rotate(${turn})`} />
      ))}
      <circle className={heart} r="4.6" />
    </g>
  )
}

/** A drawing without a text alternative: the caller gives one. */
export default function GiftDrawing({ gift }: { gift: GiftName }) {
  return (
    <svg className={styles.drawing} viewBox="0 0 96 96" aria-hidden="true" focusable="false">
      {drawings[gift]}
    </svg>
  )
}
