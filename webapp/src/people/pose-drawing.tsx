import type { Pose } from '@/api/types'

/** Fingers of a raised hand next to the face, from thumb to little finger. */
const fingers = {
  thumb: 'M119 88 L109 78',
  thumbUp: 'M121 76 L119 52',
  index: 'M120 74 L117 48',
  middle: 'M127 72 L127 42',
  ring: 'M134 74 L137 46',
  little: 'M140 78 L146 56',
  victory: 'M123 74 L115 46',
  victoryToo: 'M132 74 L141 46',
} as const
type Finger = keyof typeof fingers

const raised: Partial<Record<Pose, readonly Finger[]>> = {
  open_hand: ['thumb', 'index', 'middle', 'ring', 'little'],
  two_fingers: ['victory', 'victoryToo'],
  three_fingers: ['index', 'middle', 'ring'],
  thumb_up: ['thumbUp'],
  fist: [],
  point_up: ['middle'],
}

/** An arm with a hand that touches the head, by pose. */
const arms: Partial<Record<Pose, string>> = {
  hand_on_head:
    'M128 132 C156 104 148 44 104 32 M58 33 C64 22 98 20 106 30 C108 36 102 40 96 38 L64 40 C57 40 55 37 58 33',
  hand_on_chin: 'M116 150 L100 112 M60 100 C64 94 96 94 100 100 C102 106 98 112 90 112 L70 112 C62 112 58 106 60 100',
  touch_ear: 'M132 140 C144 116 138 92 122 78 L113 66 M116 86 C122 94 132 92 132 82 C132 76 126 72 121 75',
  touch_nose: 'M122 150 C122 128 112 108 98 92 L84 71 M92 96 C98 104 110 100 109 90 C108 84 102 82 97 85',
}

const expressions: Partial<Record<Pose, string>> = {
  look_sideways:
    'M86 56 h.1 M101 56 h.1 M99 60 L108 69 L98 70 M86 81 C90 84 96 83 100 80 M122 40 C134 46 138 58 134 70 M128 66 L134 72 L140 65',
  look_up: 'M70 46 h.1 M90 46 h.1 M80 46 L77 53 L83 53 M73 64 C77 67 83 67 87 64 M80 24 L80 6 M74 12 L80 5 L86 12',
}
const smile = 'M70 58 h.1 M90 58 h.1 M80 60 L77 69 L83 69 M71 78 C76 84 84 84 89 78'

/** A line drawing of a pose; the words with it say the same. */
export function PoseDrawing({ pose, className }: { pose: Pose; className?: string }) {
  const hand = raised[pose]
  return (
    <svg
      className={className}
      viewBox="0 0 160 160"
      fill="none"
      stroke="currentColor"
      strokeWidth="4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M28 152 C32 122 56 112 80 112 C104 112 128 122 132 152" />
      <path d="M68 96 L68 112 M92 96 L92 112" />
      <ellipse cx="80" cy="64" rx="32" ry="37" />
      <path d={expressions[pose] ?? smile} />
      {hand && (
        <>
          <rect x="116" y="74" width="26" height="26" rx="9" />
          <path d="M122 100 L121 120 M136 100 L138 134" />
          <path strokeWidth="6" d={hand.map((finger) => fingers[finger]).join(' ')} />
          {pose === 'fist' && <path d="M123 76 L123 86 M129 75 L129 86 M135 76 L135 86" />}
        </>
      )}
      {arms[pose] && <path d={arms[pose]} />}
    </svg>
  )
}
