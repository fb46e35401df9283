//! What memory a process holds, where the system says so (Linux does).

/// The memory of this process, in KiB.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Memory {
    now: u64,
    peak: u64,
    /// The program and its libraries, and what is mapped for several processes to see.
    shared: u64,
}

impl Memory {
    /// As it is now.
    pub(crate) fn read() -> Option<Self> {
        Self::parse(&std::fs::read_to_string("/proc/self/status").ok()?)
    }

    fn parse(status: &str) -> Option<Self> {
        let kib = |name: &str| {
            let line =
                status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
            line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok()
        };
        let shared = kib("RssFile").unwrap_or(0) + kib("RssShmem").unwrap_or(0);
        Some(Self { now: kib("VmRSS")?, peak: kib("VmHWM")?, shared })
    }

    /// The most that the process has held.
    pub(crate) const fn peak(&self) -> u64 {
        self.peak
    }

    /// The most that it has held alone, above what it did `before`; at most so much, if it had held more once.
    pub(crate) const fn own_peak_since(&self, before: &Self) -> u64 {
        let own = before.now.saturating_sub(before.shared);
        self.peak.saturating_sub(self.shared).saturating_sub(own)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shared_or_was_there_before_is_not_counted() {
        let status = |now: u64, peak: u64, file: u64| {
            let text = format!(
                "Name:\tplyglot\nVmHWM:\t  {peak} kB\nVmRSS:\t {now} kB\nRssAnon:\t 9 kB\n\
                 RssFile:\t {file} kB\nRssShmem:\t 100 kB\nThreads:\t2\n"
            );
            Memory::parse(&text).unwrap_or_default()
        };
        let (before, after) = (status(20_000, 20_000, 16_000), status(40_000, 70_000, 18_000));
        assert_eq!(after.peak(), 70_000);
        assert_eq!(after.own_peak_since(&before), 70_000 - 18_100 - (20_000 - 16_100));
        assert_eq!(Memory::parse("Name:\tplyglot\n"), None);
    }
}
