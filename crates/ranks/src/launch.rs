//! Whether `mpirun` or its like has started this process as one of several.
//!
//! Launchers tell their processes by variables of the environment. There is no common one; these are
//! those of Open MPI, of MPICH and Intel MPI (PMI), and of Slurm's `srun`.

/// The variables that hold how many processes there are, each with that of the own number.
const SIZES: [(&str, &str); 3] = [
    ("OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"),
    ("PMI_SIZE", "PMI_RANK"),
    ("SLURM_STEP_NUM_TASKS", "SLURM_PROCID"),
];

/// How the names of variables begin that launchers, or the libraries they start programs with, set.
const OF_LAUNCHERS: [&str; 7] = ["OMPI_", "PMI_", "PMIX_", "PRTE_", "HYDI_", "HYDRA_", "SLURM_"];

/// Whether a variable of this name tells a process of the company it was started with. A program that a
/// rank starts is none of that company, and must not take itself for that rank.
pub fn is_of_launcher(name: &str) -> bool {
    OF_LAUNCHERS.iter().any(|of| name.starts_with(of))
}

/// A process among others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Launched {
    /// Its number.
    pub rank: usize,
    /// How many there are.
    pub size: usize,
}

/// The company that this process was started with, which may be none but itself; `None` where no
/// launcher has started it.
pub fn launched() -> Option<Launched> {
    launched_as(&|name| std::env::var(name).ok())
}

fn launched_as(variable: &dyn Fn(&str) -> Option<String>) -> Option<Launched> {
    let number = |name: &str| variable(name)?.parse::<usize>().ok();
    SIZES.iter().find_map(|(size, rank)| {
        let size = number(size)?;
        Some(Launched { rank: number(rank)?, size })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn company_is_seen_by_the_variables_of_each_launcher() {
        let started = |given: &[(&str, &str)]| {
            let find = |name: &str| {
                let found = given.iter().find(|(given, _)| *given == name);
                found.map(|(_, value)| (*value).to_owned())
            };
            launched_as(&find).map(|Launched { rank, size }| (rank, size))
        };
        assert_eq!(started(&[]), None);
        assert_eq!(started(&[("PMI_SIZE", "1"), ("PMI_RANK", "0")]), Some((0, 1)));
        assert_eq!(started(&[("PMI_SIZE", "4"), ("PMI_RANK", "2")]), Some((2, 4)));
        let slurm = [("SLURM_STEP_NUM_TASKS", "8"), ("SLURM_PROCID", "7")];
        assert_eq!(started(&slurm), Some((7, 8)));
        assert_eq!(started(&[("OMPI_COMM_WORLD_SIZE", "many")]), None, "no number");
        assert!(SIZES.iter().all(|(size, rank)| is_of_launcher(size) && is_of_launcher(rank)));
        assert!(!is_of_launcher("PATH"));
    }
}
