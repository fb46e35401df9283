//! The layouts a game may begin with.
//!
//! As [playstrategy-program] has them (`abalone/StartingPosition.scala`); Black begins in all.

/// Name and board of each layout, rows from `i` to `a`; the first is the table game's own.
pub(super) const STARTS: [(&str, &str); 13] = [
    ("standard", "sssss/ssssss/2sss2/8/9/8/2SSS2/SSSSSS/SSSSS"),
    ("belgian_daisy", "ss1SS/sssSSS/1ss1SS1/8/9/8/1SS1ss1/SSSsss/SS1ss"),
    ("german_daisy", "5/ss2SS/sss1SSS/1ss2SS1/9/1SS2ss1/SSS1sss/SS2ss/5"),
    ("dutch_daisy", "ss1SS/sSsSsS/1ss1SS1/8/9/8/1SS1ss1/SsSsSs/SS1ss"),
    ("swiss_daisy", "5/ss2SS/sSs1SsS/1ss2SS1/9/1SS2ss1/SsS1sSs/SS2ss/5"),
    ("snakes", "SSSSS/S5/S6/S1sssss1/1S5s1/1SSSSS1s/6s/5s/sssss"),
    ("alien_attack", "S1S1S/1SssS1/1SsSsS1/3SS3/9/3ss3/1sSsSs1/1sSSs1/s1s1s"),
    ("checkerboard", "5/SsSsSs/7/sSsSsSsS/9/SsSsSsSs/7/sSsSsS/5"),
    ("duel", "1s1S1/sssSSS/2s1S2/S6s/SS5ss/S6s/2s1S2/sssSSS/1s1S1"),
    ("star", "S3s/1s2S1/s1S1s1S/3sS3/sSsS1sSsS/3sS3/s1S1s1S/1s2S1/S3s"),
    ("the_wall", "2s2/6/1sssss1/ssssssss/9/SSSSSSSS/1SSSSS1/6/2S2"),
    ("the_clearing", "SsSsS/s4s/1S2s1S/Ss5s/s7S/S5Ss/s1S2s1/S4S/sSsSs"),
    ("papillons", "1S1ss/S1sS1s/1s3SS/sS5s/s7S/S5sS/ss3S1/S1sS1s/SS1s1"),
];
