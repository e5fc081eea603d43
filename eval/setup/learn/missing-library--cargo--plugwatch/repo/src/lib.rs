//! What is plugged in, by subsystem.

use libudev_sys::{udev_new, udev_unref};

/// True if the machine's device database can be opened.
pub fn can_watch() -> bool {
    // SAFETY: the handle is released right after it was made, and only if it was made.
    unsafe {
        let handle = udev_new();
        if handle.is_null() {
            return false;
        }
        udev_unref(handle);
        true
    }
}

/// "usb:hub" -> ("usb", "hub"); no colon is the whole subsystem.
pub fn split_filter(text: &str) -> (&str, Option<&str>) {
    match text.split_once(':') {
        Some((subsystem, kind)) => (subsystem, Some(kind)),
        None => (text, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters() {
        assert_eq!(split_filter("usb:hub"), ("usb", Some("hub")));
        assert_eq!(split_filter("block"), ("block", None));
    }

    #[test]
    fn opens() {
        assert!(can_watch());
    }
}
