//! The effects of a surface, in words.

use sidle::glam::DVec3;
use sidle::world::SurfaceRules;

/// The effects of a surface with these rules, such as `friction 0.1, conveyor 3.0 m/s`.
pub fn words_of(rules: &SurfaceRules) -> String {
    let usual = SurfaceRules::default();
    let mut words = Vec::new();
    if rules.sensor {
        words.push("sensor".to_owned());
    }
    if rules.one_way {
        words.push("one-way".to_owned());
    }
    if rules.ladder {
        words.push("ladder".to_owned());
    }
    if rules.friction != usual.friction {
        words.push(format!("friction {}", rules.friction));
    }
    if rules.conveyor != DVec3::ZERO {
        words.push(format!("conveyor {:.1} m/s", rules.conveyor.length()));
    }
    if let Some(slope) = rules.max_slope_deg {
        words.push(format!("slopes up to {slope}°"));
    }
    if let Some(height) = rules.step_height {
        words.push(format!("steps up to {height} m"));
    }
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_that_is_not_usual_has_its_words() {
        let usual = SurfaceRules::default();
        assert_eq!(words_of(&usual), "");
        let mut all = usual;
        (all.friction, all.one_way, all.sensor) = (0.25, true, true);
        all.ladder = true;
        all.conveyor = DVec3::new(3.0, 0.0, -4.0);
        (all.max_slope_deg, all.step_height) = (Some(65.0), Some(0.6));
        let words = "sensor, one-way, ladder, friction 0.25, conveyor 5.0 m/s, slopes up to 65°, steps up to 0.6 m";
        assert_eq!(words_of(&all), words);
        let ice = SurfaceRules {
            friction: 0.0,
            ..usual
        };
        assert_eq!(words_of(&ice), "friction 0");
    }
}
