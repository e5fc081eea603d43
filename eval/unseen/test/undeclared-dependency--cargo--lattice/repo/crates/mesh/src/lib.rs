use fnv::FnvHashMap;

pub fn count(words: &[&str]) -> FnvHashMap<String, usize> {
    let mut map = FnvHashMap::default();
    for w in words {
        *map.entry(w.to_string()).or_insert(0) += 1;
    }
    map
}

#[cfg(test)]
mod tests {
    #[test]
    fn counts() {
        assert_eq!(super::count(&["a", "a"])["a"], 2);
    }
}
