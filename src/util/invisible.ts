/**
 * Zero-width, bidi-control, filler, tag and variation characters: they hide text from people, or carry it unseen. Neither a
 * reply nor a prompt holds any.
 */
export const INVISIBLE =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb\u{e0000}-\u{e01ef}]/gu;
