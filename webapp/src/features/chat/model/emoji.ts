/** The emoji of the picker, in groups. Every recent system draws them. */
export const emojiGroups = {
  faces: '😀 😄 😁 😂 🤣 😊 😇 🙂 😉 😍 🥰 😘 😋 😜 🤪 😎 🤩 🥳 🤗 🤔 🤭 😏 😅 😌 😴 😳 🥺 😢 😭 😱 🙄 😬'.split(' '),
  hearts: '❤️ 🧡 💛 💚 💙 💜 🖤 💕 💖 💘 💔 💋 👋 👍 👎 👌 ✌️ 🤞 👏 🙌 🙏 💪'.split(' '),
  out: '☕ 🍷 🍺 🍻 🥂 🍸 🍕 🍔 🍣 🍝 🥐 🍦 🍫 🍓 🎂 🎬 🎵 💃 🕺 🎉'.split(' '),
  nature: '🌹 🌻 🌷 🍀 🌈 ☀️ 🌙 ⭐ 🌊 🔥 ❄️ 🐶 🐱 🐻 🦊 🐴 🦋 🐝'.split(' '),
  things: '🎁 📷 📚 🎧 🎮 ⚽ 🚲 🚗 ✈️ ⛺ 🏡 💡 ⏰ 💌 ✨ 💯'.split(' '),
}

export type EmojiGroup = keyof typeof emojiGroups

const mostRecent = 16

/** The last chosen first, each once. */
export function withRecent(recent: readonly string[], emoji: string): string[] {
  return [emoji, ...recent.filter((other) => other !== emoji)].slice(0, mostRecent)
}

const tone = String.raw`\p{Emoji_Modifier}`
const flag = String.raw`\p{RI}{2}`
const key = String.raw`[0-9#*]\uFE0F?\u20E3`
/** A sign that is also a letter or a mark, such as ™, is an emoji only where it is said to be one. */
const first = String.raw`(?!\p{RI})(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}(?=\uFE0F|\u200D|${tone}))`
const dressed = String.raw`(?:\uFE0F|${tone}|[\u{E0020}-\u{E007E}]+\u{E007F})?`
const joined = String.raw`(?:\u200D\p{Extended_Pictographic}${dressed})*`
const few = new RegExp(String.raw`^(?:(?:${flag}|${key}|${first}${dressed}${joined})\s*){1,3}$`, 'u')

/** One to three emoji and nothing else; a family, a flag or a skin tone is one. */
export function isFewEmoji(text: string): boolean {
  return few.test(text)
}
