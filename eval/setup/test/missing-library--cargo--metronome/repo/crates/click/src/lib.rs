use std::ffi::CStr;

/// The version of the sound library that is linked.
pub fn sound_version() -> String {
    // SAFETY: the library hands out a static string.
    unsafe { CStr::from_ptr(alsa_sys::snd_asoundlib_version()) }.to_string_lossy().into_owned()
}

/// Frames between two clicks at a sample rate.
pub fn frames_between(beats_per_minute: f64, rate: u32) -> u32 {
    (beat::interval_ms(beats_per_minute) * f64::from(rate) / 1_000.0).round() as u32
}

#[test]
fn frames() {
    assert_eq!(frames_between(120.0, 48_000), 24_000);
    assert!(sound_version().starts_with('1'));
}
