import type { Theme } from "./theme.ts";

/** Schools and clinics. */
export const learningAndHealth: Theme = {
  near: `
    school college academy; college university; university higher_education; school educational_institution
    university institution_of_higher_education; kindergarten nursery; student pupil learner; student undergraduate
    student scholar; graduate alumnus; graduate degree_holder; freshman first_year_student
    teacher instructor tutor lecturer educator; professor instructor lecturer; professor faculty_member
    faculty professor instructor teaching_staff academic_staff; faculty teacher; principal headmaster head_teacher
    dean head_of_faculty; advisor supervisor; classmate fellow_student; roommate room_mate flatmate
    course class subject; course lesson module; course curriculum; class lesson; course_name class_name course_title
    subject discipline; lecture class; major field_of_study area_of_study; major discipline specialty specialization
    minor secondary_subject; department faculty; curriculum syllabus; program study_program; degree qualification
    degree diploma; degree academic_title; grade mark score; gpa grade_point_average; credit credit_point
    prerequisite requirement; exam test examination; exam quiz; quiz test; homework assignment; assignment task
    semester term academic_term; semester school_term half_year; school_year academic_year; enrollment registration
    enrollment number_of_students; enrollment enrolment; enroll register; attendance presence; tuition fee
    scholarship bursary grant; dorm dormitory residence_hall; classroom lecture_room; library book_collection
    education schooling; education training; training practice; literacy reading_ability; research study
    study investigation; experiment trial; theory hypothesis; discovery finding; tutor mentor; textbook course_book
    lab laboratory

    doctor physician medic medical_doctor; physician practitioner; surgeon doctor; nurse caregiver carer
    dentist tooth_doctor; vet veterinarian animal_doctor; therapist counselor; patient sick_person; patient inpatient
    pharmacist chemist druggist; caregiver carer; paramedic first_aider; psychologist therapist
    hospital medical_center; ward unit; ward department; clinic practice; surgery operation; operation procedure
    treatment therapy; treatment procedure cure; medicine drug medication; medication remedy pharmaceutical
    drug pharmaceutical; prescription order; dose dosage; vaccine shot jab; vaccination immunization; injection shot
    pill tablet; disease illness sickness; disease ailment disorder; illness ailment; condition illness; symptom sign
    diagnosis finding; allergy hypersensitivity; allergy allergic_reaction; infection contagion; injury trauma
    wound injury; pain ache; fever high_temperature; cancer tumor; pandemic epidemic; appointment consultation
    visit consultation; admission hospitalization; discharge release; stay hospital_stay; examination check_up checkup
    test check; blood_type blood_group; heart cardiac; brain mind; health wellbeing; fitness shape; diet nutrition
    exercise workout; side_effect adverse_effect; interaction interplay; enzyme ferment; protein polypeptide; gene dna
    cell unit; virus germ; bacteria germ; species kind; sequence order; organism creature; compound chemical
    element component; course_title name_of_course title_of_course; course_code course_number
    course_credit number_of_credits credit_hour; class_size number_of_students; school_name name_of_school
    student_name name_of_student; grade_level year_of_study; enrollment_date date_of_enrollment
    graduation_date date_of_graduation; transcript academic_record; degree_program study_program
    degree_name name_of_degree; tutor private_teacher; semester_name term_name; section_name section_title
    kindergarten preschool; elementary_school primary_school; secondary_school high_school
    middle_school junior_high_school; boarding_school residential_school; public_school state_school
    private_school independent_school; founded_date founding_date; dose amount_of_medicine; dosage amount_of_medicine
    medication_name name_of_medication drug_name; drug_name name_of_drug medicine_name; trade_name brand_name
    treatment_type kind_of_treatment; treatment_cost cost_of_treatment; date_of_treatment treatment_date
    blood_pressure bp; heart_rate pulse; body_mass_index bmi; length_of_stay duration_of_stay
    admission_date date_of_admission; discharge_date date_of_discharge; primary_care family_medicine
    room_type type_of_room kind_of_room; allergy_type type_of_allergy kind_of_allergy; allergy_name name_of_allergy
    food_allergy food_intolerance; professor_name name_of_professor; research_area field_of_research
    research_grant research_funding; scientist_name name_of_scientist; department_name name_of_department`,
  like: `
    school university; college school; institution school; academy school; institute university; class course
    lesson course; module course; subject course; subject major; class section; class grade; discipline major
    department major; specialty major; field major; teacher faculty; teacher professor; teacher staff
    academic professor; lecturer professor; faculty school; faculty college; faculty staff; instructor coach
    tutor teacher; scholar author; student person; pupil learner; apprentice student; trainee student; grade rank
    mark grade; score grade; point grade; level grade; degree title; diploma certificate; certificate qualification
    qualification skill; test exam; assessment exam; term semester; session class; training course; workshop course
    doctor surgeon; doctor staff; medic nurse; specialist doctor; practitioner physician doctor; clinician doctor
    patient person; case patient; treatment procedure; therapy treatment; cure treatment; intervention treatment
    operation treatment; operation surgery; medicine treatment; substance drug; remedy medicine; condition disease
    domain area; domain field; domain discipline; researcher author; researcher scientist; scientist author
    disorder disease; complaint disease; problem condition; trauma injury; harm injury; center clinic; unit ward
    block ward; interaction relation`,
};
