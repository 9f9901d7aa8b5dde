import { MessageCircle, TriangleAlert } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { useErrorText } from '@/api/use-error-text'
import { paths } from '@/paths'
import { MemberMarks } from '@/people/member-card'
import { Avatar, Button, LinkButton, Mark, Photo, useToast } from '@/ui'
import { useGiveLike } from '@/features/likes/api/use-give-like'
import type { LikeOfPart, ListedLike } from '@/features/likes/model/lists'
import styles from './liked-parts.module.css'

interface Props {
  likes: LikeOfPart[]
  label: string
  menu: (card: ListedLike) => ReactNode
}

/** Received likes for one photo or answer, each with its words and the way to answer. */
export function LikedParts({ likes, label, menu }: Props) {
  return (
    <ul className={styles.list} aria-label={label}>
      {likes.map((like) => (
        <li key={like.id}>
          <LikedPart like={like} menu={menu(like)} />
        </li>
      ))}
    </ul>
  )
}

function LikedPart({ like, menu }: { like: LikeOfPart; menu: ReactNode }) {
  const { t } = useTranslation(['likes', 'chat', 'common'])
  const navigate = useNavigate()
  const giveLike = useGiveLike()
  const showToast = useToast()
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const { photo, answer, words, hints } = like.part
  const reply = async () => {
    setBusy(true)
    try {
      await giveLike(like, undefined, { isSilent: true })
      await navigate(paths.memberChat(like.id))
    } catch (error) {
      showToast({ text: errorText(error), kind: 'danger' })
      setBusy(false)
    }
  }
  return (
    <article className={styles.like}>
      <div className={styles.menu}>{menu}</div>
      <header className={styles.head}>
        <Link className={styles.who} to={paths.member(like.id)} state={{ card: like }}>
          <Avatar photo={like.main_image} name={like.name} size={44} />
          <span>{t('common:name_age', { name: like.name, age: like.age })}</span>
        </Link>
        <div className={styles.marks}>
          {like.like_new && <Mark kind="new">{t('common:badge_new')}</Mark>}
          <MemberMarks card={{ ...like, is_new: false }} />
        </div>
        <p className={styles.what}>{t(`likes:${photo ? 'part_photo' : answer ? 'part_answer' : 'part_gone'}`)}</p>
      </header>
      {photo && <Photo className={styles.photo} photo={photo} name="" alt="" sizes="120px" />}
      {answer && (
        <blockquote className={styles.quote}>
          <p className={styles.question}>{answer.question}</p>
          <p>{answer.text}</p>
        </blockquote>
      )}
      {words && <p className={styles.words}>{words}</p>}
      {hints[0] && (
        <p className={styles.hint}>
          <TriangleAlert size={18} aria-hidden="true" />
          {t(`chat:hint_${hints[0]}`)}
        </p>
      )}
      <div className={styles.actions}>
        <Button
          kind="accent"
          busy={busy}
          aria-label={t('likes:part_answer_name', { name: like.name })}
          icon={<MessageCircle size={20} aria-hidden="true" />}
          onClick={() => void reply()}
        >
          {t('likes:part_answer_action')}
        </Button>
        {words && (
          <LinkButton kind="quiet" to={paths.complaintAboutWords(like.id)}>
            {t('likes:part_report')}
          </LinkButton>
        )}
      </div>
    </article>
  )
}
